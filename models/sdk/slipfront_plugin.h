/* The C ABI between slipfront and a plugin: version 1. It does not change any more: what a later
 * slipfront needs beside it gets another version, and this one goes on to be spoken.
 *
 * A plugin is a shared library with one friction law. It exports one function,
 *
 *   const slipfront_plugin_v1* slipfront_plugin(void);
 *
 * whose table says what the law is and how it is evaluated. Doubles, counts, texts and
 * pointers cross the border, and nothing else. In C++ nobody writes this table by hand:
 * slipfront_plugin.hpp makes it from a class.
 *
 * Meaning of every number, per area: traction [N/m^2], displacement [m]. All arrays are
 * point-major; a null pointer among the outputs: that output is not wanted. A plugin keeps
 * nothing between two calls except what `bind` returned, writes nothing but the outputs,
 * and may be called for several bound laws in turn.
 *
 * Functions that can fail return 0 if all is well. Otherwise they write a sentence, ended
 * by a null character and cut at `capacity` bytes, into `text`. No exception may leave a
 * plugin.
 */
#ifndef SLIPFRONT_PLUGIN_H
#define SLIPFRONT_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The handshake: a plugin is refused unless its table begins with this number. */
#define SLIPFRONT_PLUGIN_ABI 1

/* Frameworks of the damping, bits of `frameworks`: Masing's rule, traced loops. */
#define SLIPFRONT_MASING 1
#define SLIPFRONT_NON_MASING 2

/* One parameter: physical values, per area. */
typedef struct slipfront_parameter_v1 {
  const char* name;    /* "slip_traction": small letters, digits and '_' */
  const char* symbol;  /* "ts" */
  const char* unit;    /* "N/m^2"; "1" if none */
  int32_t log10_scale; /* 1: searched as its decimal logarithm; 0: as it is */
  double lower, upper; /* search bounds, physical values */
  int32_t area_scaled; /* 1: at force level the parameter is multiplied by the area */
} slipfront_parameter_v1;

/* Loading from the origin in one direction: t = f(u), odd in u, and the area
 * D(u) = 8 int_0^u f du - 4 u f(u) of the Masing loop between -u and u.
 * Columns of the derivative rows: u, normal traction, then the parameters. */
typedef struct slipfront_virgin_v1 {
  size_t points;
  const double* displacement;    /* [points] u */
  const double* normal_traction; /* [points] >= 0; may be null: zero */
  double* traction;              /* [points] f(u) */
  double* tangent;               /* [points] df/du */
  double* loop_area;             /* [points] D(u) >= 0 */
  double* d_traction;            /* [points * (2 + parameters)] */
  double* d_loop_area;           /* [points * (2 + parameters)] */
} slipfront_virgin_v1;

/* Loading from a reversal point that `history` describes, in one direction or in two
 * coupled ones. With d = directions and h = history size, the jacobian of a point has rows
 * traction[d], new_history[h], work[1] and columns displacement[d], normal_traction[1],
 * history[h], parameters: row-major. */
typedef struct slipfront_hysteretic_v1 {
  size_t points;
  size_t directions;             /* 1 or 2 */
  const double* displacement;    /* [points * d] */
  const double* normal_traction; /* [points]; may be null: zero */
  const double* history;         /* [points * h] */
  double* traction;              /* [points * d] */
  double* tangent;               /* [points * d * d], row-major */
  double* d_normal;              /* [points * d] dt/d(normal traction) */
  double* work;                  /* [points] int t.du from the reversal point to here */
  double* new_history;           /* [points * h] what history is if loading turns here */
  double* jacobian;              /* [points * (d + h + 1) * (d + 1 + h + parameters)] */
} slipfront_hysteretic_v1;

/* What a plugin exports. The first two fields stay where they are in every version. */
typedef struct slipfront_plugin_v1 {
  uint32_t abi_version; /* SLIPFRONT_PLUGIN_ABI */
  uint32_t struct_size; /* sizeof(slipfront_plugin_v1) */

  const char* name;           /* "my_law": small letters, digits and '_' */
  const char* title;          /* "My law" */
  const char* source;         /* paper and equation */
  int32_t version;            /* raise it when numbers change */
  int32_t frameworks;         /* SLIPFRONT_MASING, SLIPFRONT_NON_MASING or both */
  int32_t coupled;            /* 1: has a hysteretic form in two coupled directions */
  int32_t pressure_dependent; /* 1: reads normal_traction, implies penalty contact */
  int32_t has_post_slip;      /* 1: has a parameter post_slip_stiffness of its own */
  size_t parameter_count;
  const slipfront_parameter_v1* parameters;

  /* 0: the values are inside the law's domain; 1: `text` is the rule that they break. */
  int (*domain_violation)(int framework, const double* values, char* text, size_t capacity);

  /* The law with its parameter values: a handle for the functions below, or null and a
   * sentence. `release` frees it. */
  void* (*bind)(int framework, const double* values, char* text, size_t capacity);
  void (*release)(void* law);

  /* Doubles that describe the past of one point; 0: no form in so many directions. */
  size_t (*history_size)(const void* law, size_t directions);
  /* History of a point that starts, free of traction, at displacement[directions]. Affine in it. */
  int (*start_history)(const void* law, size_t directions, const double* displacement,
                       double* history, char* text, size_t capacity);
  /* Stiffness [N/m^3] of a linear spring that is part of the law beside its hysteresis (a
   * post-slip stiffness, say), not negative; 0: there is none. Prestress without friction keeps
   * it. */
  double (*spring_stiffness)(const void* law);
  /* History of a point whose hysteretic part is free of traction at displacement[directions],
   * while that spring is free at origin[directions]. Affine in both, and the same for all
   * parameter values. Without a spring: start_history, whatever the origin. */
  int (*settle_history)(const void* law, size_t directions, const double* displacement,
                        const double* origin, double* history, char* text, size_t capacity);
  int (*virgin)(const void* law, const slipfront_virgin_v1* batch, char* text, size_t capacity);
  int (*hysteretic)(const void* law, const slipfront_hysteretic_v1* batch, char* text,
                    size_t capacity);
} slipfront_plugin_v1;

/* The one exported function. */
typedef const slipfront_plugin_v1* (*slipfront_plugin_function_v1)(void);
#define SLIPFRONT_PLUGIN_FUNCTION "slipfront_plugin"

#ifdef __cplusplus
}
#endif

#endif
