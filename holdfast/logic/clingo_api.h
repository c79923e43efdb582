// The few functions of libclingo 5.4 that we call. Debian's package `gringo` ships the library
// without its header, so they are declared here, and only here.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

using clingo_symbol_t = std::uint64_t;
struct clingo_control;
struct clingo_solve_handle;
struct clingo_model;
struct clingo_backend;

struct clingo_weighted_literal {
  std::int32_t literal;
  std::int32_t weight;
};

struct clingo_part {
  const char* name;
  const clingo_symbol_t* params;
  std::size_t size;
};

using clingo_logger = void (*)(int code, const char* message, void* data);

// Functions that return bool return false on failure; the message is then here.
const char* clingo_error_message();
void clingo_version(int* major, int* minor, int* revision);

bool clingo_control_new(const char* const* arguments, std::size_t size, clingo_logger logger,
                        void* logger_data, unsigned message_limit, clingo_control** control);
void clingo_control_free(clingo_control* control);
bool clingo_control_add(clingo_control* control, const char* name, const char* const* parameters,
                        std::size_t size, const char* program);
bool clingo_control_ground(clingo_control* control, const clingo_part* parts, std::size_t size,
                           void* callback, void* callback_data);
// Told of what grounding makes; a callback that returns false ends it. We listen to rules alone:
// the other callbacks of 5.4, before and after, are null.
struct clingo_observer {
  void* before[3];
  bool (*rule)(bool choice, const std::uint32_t* head, std::size_t head_size,
               const std::int32_t* body, std::size_t body_size, void* data);
  void* after[28];
};
bool clingo_control_register_observer(clingo_control* control, const clingo_observer* observer,
                                      bool replace, void* data);

// Mode: 1 asynchronous, 2 yield models one by one.
bool clingo_control_solve(clingo_control* control, unsigned mode, const std::int32_t* assumptions,
                          std::size_t size, void* notify, void* data, clingo_solve_handle** handle);

// A ground program is added rule by rule between begin and end; a literal is an atom or minus one.
bool clingo_control_backend(clingo_control* control, clingo_backend** backend);
bool clingo_backend_begin(clingo_backend* backend);
bool clingo_backend_end(clingo_backend* backend);
// Without a symbol (null) the atom is never shown.
bool clingo_backend_add_atom(clingo_backend* backend, clingo_symbol_t* symbol, std::uint32_t* atom);
// A disjunctive rule, or with `choice` a choice rule; without a head a constraint.
bool clingo_backend_rule(clingo_backend* backend, bool choice, const std::uint32_t* head,
                         std::size_t head_size, const std::int32_t* body, std::size_t body_size);
// The body holds if the weights of its true literals reach the lower bound.
bool clingo_backend_weight_rule(clingo_backend* backend, bool choice, const std::uint32_t* head,
                                std::size_t head_size, std::int32_t lower_bound,
                                const clingo_weighted_literal* body, std::size_t body_size);
bool clingo_backend_minimize(clingo_backend* backend, std::int32_t priority,
                             const clingo_weighted_literal* literals, std::size_t size);

// Result: bits 1 satisfiable, 2 unsatisfiable, 4 exhausted, 8 interrupted.
bool clingo_solve_handle_get(clingo_solve_handle* handle, unsigned* result);
void clingo_solve_handle_wait(clingo_solve_handle* handle, double timeout, bool* ready);
bool clingo_solve_handle_model(clingo_solve_handle* handle, const clingo_model** model);
bool clingo_solve_handle_resume(clingo_solve_handle* handle);
bool clingo_solve_handle_cancel(clingo_solve_handle* handle);
bool clingo_solve_handle_close(clingo_solve_handle* handle);

// Show: bit 2 is what #show selects.
bool clingo_model_symbols_size(const clingo_model* model, unsigned show, std::size_t* size);
bool clingo_model_symbols(const clingo_model* model, unsigned show, clingo_symbol_t* symbols,
                          std::size_t size);
bool clingo_model_is_true(const clingo_model* model, std::int32_t literal, bool* result);
bool clingo_model_cost_size(const clingo_model* model, std::size_t* size);
bool clingo_model_cost(const clingo_model* model, std::int64_t* costs, std::size_t size);

// Type: 1 number, 4 string, 5 function (also constants and tuples).
int clingo_symbol_type(clingo_symbol_t symbol);
bool clingo_symbol_number(clingo_symbol_t symbol, int* number);
bool clingo_symbol_name(clingo_symbol_t symbol, const char** name);
bool clingo_symbol_string(clingo_symbol_t symbol, const char** string);
bool clingo_symbol_arguments(clingo_symbol_t symbol, const clingo_symbol_t** arguments,
                             std::size_t* size);

}  // extern "C"
