import { z } from 'zod'
import { extensionPrices, levelPrices } from '../orders/list-extension-prices'
import { flag } from '../primitives/scalars'

/** An extension that is sold: what can be done with its domains, and what that takes. */
export const tld = z
  .object({
    name: z.string().meta({ description: 'Without a leading dot.' }),
    status: z.enum(['ACT', 'PRE']).meta({ description: 'ACT: open. PRE: not open for everybody yet.' }),
    min_period: z.int().meta({ description: 'Years.' }),
    max_period: z.int().meta({ description: 'Years.' }),
    owner_handle_supported: z.boolean(),
    admin_handle_supported: z.boolean(),
    tech_handle_supported: z.boolean(),
    billing_handle_supported: z.boolean(),
    billing_handle_enabled: z.boolean(),
    reseller_handle_supported: z.boolean(),
    reseller_handle_enabled: z.boolean(),
    transfer_available: z.boolean(),
    renew_available: z.boolean(),
    trade_available: z.boolean().meta({ description: 'A change of the owner is an operation of its own.' }),
    domicile_available: z.boolean(),
    is_private_whois_allowed: z.boolean(),
    is_auth_code_available: z.boolean(),
    is_auth_code_requested: z.boolean().meta({ description: 'The registry sends the code to the owner.' }),
    is_auth_code_changeable: z.boolean(),
    is_transfer_auth_code_required: z.boolean(),
    is_trade_auth_code_required: z.boolean(),
    dnssec_allowed: z.boolean(),
    dnssec_keys_allowed: z.boolean(),
    dnssec_digests_allowed: z.boolean(),
    dnssec_max_records_amount: z.int(),
    dnssec_algorithms: z.array(z.int()).meta({ description: 'Numbers of the IANA registry.' }),
    soft_quarantine_period: z.int().meta({ description: 'Days after the expiration in which a renew brings it back.' }),
    quarantine_period: z.int().meta({ description: 'Days after the deletion in which a restore brings it back.' }),
    supported_idn_scripts: z.array(z.object({ value: z.string(), description: z.string() })),
    supported_application_mode: z.array(z.object({ name: z.string(), title: z.string() })).optional(),
    description: z
      .object({ text: z.string(), url: z.string() })
      .optional()
      .meta({ description: 'Only with with_description.' }),
    restrictions: z.array(z.string()).optional().meta({ description: 'Only with with_restrictions.' }),
    usage_count: z
      .int()
      .optional()
      .meta({ description: 'Domains of the account under the extension; only with with_usage_count.' }),
    prices: extensionPrices
      .extend({ min_period: z.int(), max_period: z.int() })
      .optional()
      .meta({ description: 'Only with with_price.' }),
    level_prices: levelPrices.optional().meta({ description: 'Only with with_level_prices.' }),
  })
  .meta({ id: 'Tld' })

/** What of an extension is shown beside its rules. */
export const tldParts = {
  with_description: flag.prefault(false),
  with_restrictions: flag.prefault(false),
  with_usage_count: flag.prefault(false),
  with_price: flag.prefault(false),
  with_level_prices: flag.prefault(false),
}
