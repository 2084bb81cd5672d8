#include "rom/reduce/diagonals.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "rom/reduce/delaunay.hpp"

using namespace slipfront;

using Triangles = std::vector<std::array<int, 3>>;

TEST_CASE("a square is cut at its lowest node, whichever way it was cut before") {
  PlanePlaces square(4, 2);
  square << 1, 1, 0, 1, 0, 0, 1, 0;
  const Triangles wanted = {{0, 1, 2}, {0, 2, 3}};
  for (Triangles triangles : {Triangles{{2, 3, 0}, {1, 2, 0}}, Triangles{{3, 0, 1}, {1, 2, 3}}}) {
    settle_diagonals(square, triangles);
    CHECK(triangles == wanted);
  }
}

TEST_CASE("a kite is cut along its Delaunay diagonal, though a lower node has the other") {
  PlanePlaces kite(4, 2);
  kite << -2, 0, 2, 0, 0, -1, 0, 1;
  Triangles triangles = {{0, 2, 1}, {0, 1, 3}};
  settle_diagonals(kite, triangles);
  CHECK(triangles == Triangles{{0, 2, 3}, {1, 3, 2}});
}

TEST_CASE("eight nodes on a circle: a fan from the lowest") {
  PlanePlaces circle(8, 2);
  for (int i = 0; i < 8; ++i) {
    const double angle = i * std::numbers::pi / 4;
    circle.row(i) << std::cos(angle), std::sin(angle);
  }
  Triangles zigzag = {{1, 2, 3}, {1, 3, 0}, {0, 3, 4}, {0, 4, 7}, {7, 4, 5}, {7, 5, 6}};
  settle_diagonals(circle, zigzag);
  CHECK(zigzag == Triangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 6}, {0, 6, 7}});
}

TEST_CASE("a grid of squares, moved by rounding, is cut the same way") {
  const auto cut = [](const PlanePlaces& x) {
    Triangles triangles = delaunay(x);
    // Slivers along the straight outline, which remesh() leaves out, come and go.
    std::erase_if(triangles, [&](const std::array<int, 3>& t) {
      const Eigen::RowVector2d a = x.row(t[1]) - x.row(t[0]), b = x.row(t[2]) - x.row(t[0]);
      return a[0] * b[1] - a[1] * b[0] < 1e-9;
    });
    settle_diagonals(x, triangles);
    return triangles;
  };
  PlanePlaces grid(42, 2);
  for (int i = 0; i < 42; ++i) grid.row(i) << 1e-3 * (i % 7), 1e-3 * (i / 7);
  const Triangles exact = cut(grid);
  CHECK(exact.size() == 2 * 6 * 5);
  std::mt19937 generator(4);
  std::uniform_real_distribution<double> rounding(-1e-16, 1e-16);
  for (int draw = 0; draw < 5; ++draw) {
    PlanePlaces moved = grid;
    for (double& x : moved.reshaped()) x += rounding(generator);
    CHECK(cut(moved) == exact);
  }
}
