// A matrix whose memory only grows: its size may change at every step of a solve without
// another request for memory. Its entries are lost when the size changes.
#pragma once

#include <Eigen/Core>

namespace slipfront {

class ScratchMatrix {
 public:
  using View = Eigen::Map<Eigen::MatrixXd>;
  using ConstView = Eigen::Map<const Eigen::MatrixXd>;

  View resize(Eigen::Index rows, Eigen::Index columns) {
    if (rows * columns > memory_.size()) memory_.resize(rows * columns);
    rows_ = rows;
    columns_ = columns;
    return view();
  }
  View view() { return {memory_.data(), rows_, columns_}; }
  ConstView view() const { return {memory_.data(), rows_, columns_}; }

 private:
  Eigen::VectorXd memory_;
  Eigen::Index rows_ = 0, columns_ = 0;
};

}  // namespace slipfront
