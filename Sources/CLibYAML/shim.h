// libyaml: the syntax of YAML, as events. https://pyyaml.org/wiki/LibYAML
#include <yaml.h>
