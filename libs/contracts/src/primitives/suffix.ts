import { z } from 'zod'

/** One or more labels without a leading dot, in lower case and as A-labels. */
export const suffix = z
  .string()
  .max(63)
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/,
    'is not an extension in lower case and A-labels without a leading dot, such as co.uk',
  )
