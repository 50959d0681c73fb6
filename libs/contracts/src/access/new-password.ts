import { textUpTo } from '../primitives/scalars'

/** A password to be set. The service checks it, because its rules depend on the person. */
export const newPassword = textUpTo(4096).describe(
  'New password: at least 15 characters unless the operator set another number, at most 1024. Any characters are allowed. Common passwords and your own names are refused.',
)
