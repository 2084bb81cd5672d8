// The built-in friction laws, one factory per law, one file per law.
// What each law says, and in which limits: docs/models/<name>.md.
#pragma once

#include <memory>

#include "core/friction_law.hpp"

namespace slipfront {

std::unique_ptr<FrictionLaw> make_jenkins();                     // eq 18-20
std::unique_ptr<FrictionLaw> make_elastic_dry_friction();        // 2.2.8
std::unique_ptr<FrictionLaw> make_prager();                      // eq 21
std::unique_ptr<FrictionLaw> make_generalized_jenkins_prager();  // eq 22-26
std::unique_ptr<FrictionLaw> make_iwan4();                       // eq 7-8
std::unique_ptr<FrictionLaw> make_iwan5();                       // eq 8-9
std::unique_ptr<FrictionLaw> make_bouc_wen();                    // eq 10-11
std::unique_ptr<FrictionLaw> make_bouc_wen_1();                  // eq 12-13
std::unique_ptr<FrictionLaw> make_bouc_wen_2();                  // eq 14-15
std::unique_ptr<FrictionLaw> make_valanis();                     // eq 16-17

}  // namespace slipfront
