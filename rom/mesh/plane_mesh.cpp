#include "rom/mesh/plane_mesh.hpp"

#include <cmath>

namespace slipfront {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSame = 1e-9;  // [m]: nearer places are one node
constexpr double kCell = 1e-6;  // [m]: places are looked for in cells of this size
// The core of a disc: where its sides meet the axes, and its corners the diagonals, in
// radii. Angles at the corners stay near 120 degrees.
constexpr double kCoreSide = 0.5, kCoreCorner = 0.55;

}  // namespace

int PlaneMesh::node(const Eigen::Vector2d& place) {
  const std::pair<long, long> cell(std::lround(place[0] / kCell), std::lround(place[1] / kCell));
  for (long i = -1; i <= 1; ++i)
    for (long j = -1; j <= 1; ++j) {
      const auto found = cells_.find({cell.first + i, cell.second + j});
      if (found == cells_.end()) continue;
      for (const int other : found->second)
        if ((places_[static_cast<std::size_t>(other)] - place).norm() < kSame) return other;
    }
  const auto number = static_cast<int>(places_.size());
  places_.push_back(place);
  cells_[cell].push_back(number);
  return number;
}

void PlaneMesh::add_quad(const std::array<Eigen::Vector2d, 4>& corners) {
  Quad quad{};
  for (std::size_t i = 0; i < 4; ++i) quad[i] = node(corners[i]);
  quads_.push_back(quad);
}

void PlaneMesh::add_ring(const PlaneLine& inner, const PlaneLine& outer, int layers) {
  const std::size_t count = inner.size();
  for (int layer = 0; layer < layers; ++layer)
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t next = (i + 1) % count;
      const auto at = [&](std::size_t place, int level) -> Eigen::Vector2d {
        if (level == 0) return inner[place];
        if (level == layers) return outer[place];
        const double share = static_cast<double>(level) / layers;
        return (1 - share) * inner[place] + share * outer[place];
      };
      add_quad({at(i, layer), at(i, layer + 1), at(next, layer + 1), at(next, layer)});
    }
}

void PlaneMesh::add_core(const PlaneLine& line) {
  const auto m = static_cast<int>(line.size() / 4);
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& place : line) centre += place / static_cast<double>(line.size());
  const double radius = (line[0] - centre).norm();
  // A square with bulged sides: the side is an arc from corner to corner.
  const auto at = [&](double a, double b) -> Eigen::Vector2d {
    const double corner = kCoreCorner * radius * std::sqrt(0.5), side = kCoreSide * radius;
    const double x = a * (corner + (side - corner) * (1 - b * b));
    const double y = b * (corner + (side - corner) * (1 - a * a));
    return centre + Eigen::Vector2d(x, y);
  };
  const auto local = [&](int i) { return 2.0 * i / m - 1; };
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      add_quad({at(local(i), local(j)), at(local(i + 1), local(j)), at(local(i + 1), local(j + 1)),
                at(local(i), local(j + 1))});
  // The rim of the core in the order of the line: up the right side from its middle.
  PlaneLine rim;
  for (int k = 0; k < 4 * m; ++k) {
    const int along = (k + m / 2) % (4 * m), side = along / m, step = along % m;
    const double s = 2.0 * step / m - 1;
    const Eigen::Vector2d corners[4] = {{1, s}, {-s, 1}, {-1, -s}, {s, -1}};
    rim.push_back(at(corners[side][0], corners[side][1]));
  }
  add_ring(rim, line, 1);
}

void PlaneMesh::add_grid(double x0, double x1, double y0, double y1, int columns, int rows) {
  const std::vector<double> x = even_levels(x0, x1, columns), y = even_levels(y0, y1, rows);
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    for (std::size_t j = 0; j + 1 < y.size(); ++j)
      add_quad({Eigen::Vector2d(x[i], y[j]), Eigen::Vector2d(x[i + 1], y[j]),
                Eigen::Vector2d(x[i + 1], y[j + 1]), Eigen::Vector2d(x[i], y[j + 1])});
}

PlaneLine circle_line(const Eigen::Vector2d& centre, double radius, int n) {
  PlaneLine line;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * kPi * i / n;
    line.push_back(centre + radius * Eigen::Vector2d(std::cos(angle), std::sin(angle)));
  }
  return line;
}

PlaneLine rectangle_line(const Eigen::Vector2d& centre, double half_x, double half_y, int n) {
  PlaneLine line;
  const int quarter = n / 4;
  for (int i = 0; i < n; ++i) {
    const int along = (i + quarter / 2) % n, side = along / quarter, step = along % quarter;
    const double s = 2.0 * step / quarter - 1;
    const Eigen::Vector2d corners[4] = {{1, s}, {-s, 1}, {-1, -s}, {s, -1}};
    line.push_back(centre + Eigen::Vector2d(half_x * corners[side][0], half_y * corners[side][1]));
  }
  return line;
}

PlaneLine hexagon_line(const Eigen::Vector2d& centre, double across_flats, int n) {
  // Flats at angles 0, 60, ...: the radius to a flat is across_flats / 2 / cos.
  PlaneLine line;
  const double sixth = kPi / 3, step = 2 * kPi / n;
  for (int i = 0; i < n; ++i) {
    double angle = step * i;
    const double corner = sixth * (std::floor(angle / sixth) + 0.5);
    if (std::abs(angle - corner) < 0.5 * step * (1 - kSame)) angle = corner;
    const double from_flat = angle - sixth * std::round(angle / sixth);
    line.push_back(centre + 0.5 * across_flats / std::cos(from_flat) *
                                Eigen::Vector2d(std::cos(angle), std::sin(angle)));
  }
  return line;
}

int extrude(const PlaneMesh& mesh, const std::vector<double>& levels, SolidModel& solid) {
  const int first = solid.nodes(), size = static_cast<int>(mesh.places().size());
  const auto count = static_cast<Eigen::Index>(levels.size());
  solid.places.conservativeResize(first + count * size, 3);
  for (Eigen::Index level = 0; level < count; ++level)
    for (int i = 0; i < size; ++i)
      solid.places.row(first + level * size + i)
          << mesh.places()[static_cast<std::size_t>(i)].transpose(),
          levels[static_cast<std::size_t>(level)];
  for (int level = 0; level + 1 < static_cast<int>(levels.size()); ++level)
    for (const Quad& quad : mesh.quads()) {
      Hexahedron element{};
      for (std::size_t i = 0; i < 4; ++i) {
        element[i] = first + level * size + quad[i];
        element[i + 4] = element[i] + size;
      }
      solid.elements.push_back(element);
      solid.material_of.push_back(0);
    }
  return first;
}

std::vector<double> even_levels(double from, double to, int layers) {
  std::vector<double> levels;
  for (int i = 0; i < layers; ++i) levels.push_back(from + (to - from) * i / layers);
  levels.push_back(to);
  return levels;
}

}  // namespace slipfront
