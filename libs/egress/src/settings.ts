import { z } from 'zod'
import { AllowList } from './allow-list'

/** The settings of services that connect to addresses of customers. All need the same values. */
export const egressSettings = {
  /**
   * Host names, addresses and CIDR networks, separated by commas, that customers may name although they are not public. A
   * listed host may also be named with http:// and any port.
   */
  EGRESS_ALLOW: z
    .string()
    .default('')
    .transform((text, context) => {
      const list = AllowList.parse(text)
      if (list) return list
      context.addIssue({
        code: 'custom',
        message: 'must be host names, addresses and CIDR networks, such as hooks.example.com,10.1.0.0/16',
      })
      return z.NEVER
    }),
  /** URL of an HTTP proxy that all connections to addresses of customers go through, such as `http://proxy:3128`. */
  EGRESS_PROXY: z.url({ protocol: /^http$/ }).optional(),
}

export interface EgressSettings {
  readonly EGRESS_ALLOW: AllowList
  readonly EGRESS_PROXY?: string | undefined
}
