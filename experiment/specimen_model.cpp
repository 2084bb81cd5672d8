#include "experiment/specimen_model.hpp"

#include <utility>

#include "core/failure.hpp"
#include "io/mat_file.hpp"
#include "rom/load.hpp"
#include "rom/mesh/lap_beam.hpp"
#include "rom/reduce/build_models.hpp"

namespace slipfront {

namespace {

void keep_places(const Eigen::MatrixXd& places, SpecimenModel& model) {
  // The middle of the area, which stays where the mesh gets finer in places.
  const Eigen::VectorXd& areas = model.structure->interface.areas;
  const Eigen::RowVectorXd middle = areas.transpose() * places / areas.sum();
  for (Eigen::Index i = 0; i < places.rows(); ++i) {
    model.x.push_back(places(i, 0) - middle(0));
    model.y.push_back(places(i, 1) - middle(1));
  }
}

SpecimenModel from_dimensions(const std::string& path, int elements,
                              const std::function<void(const std::string&)>& progress) {
  LapBeamSpec spec = read_lap_beam(path);
  if (elements > 0) spec.reduction.elements = elements;
  check_lap_beam(spec);
  const JointModel joint = make_lap_beam(spec);
  const RelativeSystem system = relative_system(joint);
  const InterfaceMesh mesh = reduced_interface(joint, system, spec.reduction, progress);
  SpecimenModel model;
  model.structure = std::make_shared<const Structure>(
      full_joint_model(joint, system, mesh, spec.reduction.points, spec.reduction.modes, progress));
  keep_places(interface_points(mesh, spec.reduction.points).places, model);
  return model;
}

SpecimenModel from_file(const std::string& path) {
  const MatFile file = read_mat(path);
  const Eigen::MatrixXd *nodes = nullptr, *to_points = nullptr;
  for (const char* name : {"MESH.Nds", "node_coords"})
    if (!nodes) nodes = file.find(name);
  for (const char* name : {"Q", "Qm"})
    if (!to_points) to_points = file.find(name);
  if (!nodes || !to_points || nodes->cols() < 2 || to_points->cols() != nodes->rows())
    throw Failure(Problem{path, "", "no mesh of the interface",
                          "must hold MESH.Nds or node_coords, and Q or Qm",
                          "or name the dimensions of a beam, as rom/specs/brb.json"});
  SpecimenModel model;
  model.structure = std::make_shared<const Structure>(load_structure(path));
  keep_places(*to_points * nodes->leftCols(2), model);
  return model;
}

}  // namespace

SpecimenModel specimen_model(const std::string& path, int elements,
                             const std::function<void(const std::string&)>& progress) {
  return path.ends_with(".json") ? from_dimensions(path, elements, progress) : from_file(path);
}

}  // namespace slipfront
