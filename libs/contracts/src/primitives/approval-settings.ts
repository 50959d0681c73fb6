/** Which calls of an API key or an assistant a person must approve. */
export const approvalSettings = ['none', 'purchases', 'purchases-and-destructive'] as const
