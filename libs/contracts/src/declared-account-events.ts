// Printed by `npm run golden` from the declarations in this folder; do not edit.
export {}
