export function selectionOf(
  args: readonly string[],
  rooms: readonly string[],
  root: string,
): { readonly jest: string[]; readonly isWhole: boolean }
