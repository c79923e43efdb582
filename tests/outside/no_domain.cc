// A library that has nothing to do with Holdfast.
extern "C" int no_domain() { return 0; }
