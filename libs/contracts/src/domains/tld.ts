import { z } from 'zod'
import { extensionPrices, levelPrices } from '../orders/list-extension-prices'
import { flag } from '../primitives/scalars'

/** An extension that is sold: the operations on its domains and their conditions. */
export const tld = z
  .object({
    name: z.string().describe('Extension without a leading dot, such as com or co.uk.'),
    status: z.enum(['ACT', 'PRE']).describe('`ACT`: open. `PRE`: not open to everyone yet.'),
    min_period: z.int().describe('Smallest number of years that can be registered.'),
    max_period: z.int().describe('Largest number of years that can be registered.'),
    owner_handle_supported: z.boolean().describe('Whether orders name a registrant; always true.'),
    admin_handle_supported: z.boolean().describe('Whether the registry has an administrative contact.'),
    tech_handle_supported: z.boolean().describe('Whether the registry has a technical contact.'),
    billing_handle_supported: z.boolean().describe('Whether the registry has a billing contact.'),
    billing_handle_enabled: z.boolean().describe('Whether orders may name a billing contact.'),
    reseller_handle_supported: z.boolean().describe('Whether the registry has a reseller contact; always false.'),
    reseller_handle_enabled: z.boolean().describe('Whether orders may name a reseller contact for your own use.'),
    contact_counts: z
      .array(
        z.object({
          role: z.enum(['owner', 'admin', 'tech', 'billing']).describe('Role of the contact.'),
          operation: z
            .enum(['create', 'update'])
            .describe('`create`: orders of new domains. `update`: changes of the contact.'),
          min: z.int().describe('Fewest contacts that the registry accepts. The owner has a role that you leave out.'),
          max: z.int().describe('Most contacts that the registry accepts; 0 refuses the handle.'),
        }),
      )
      .describe('How many contacts the registry accepts, where it counts them.'),
    min_name_servers: z.int().describe('Fewest name servers of a domain.'),
    max_name_servers: z.int().describe('Most name servers of a domain.'),
    name_server_check: z
      .enum(['none', 'resolves', 'answers'])
      .describe(
        'What the registry checks of name servers before a registration and a change. `resolves`: their names have addresses. `answers`: they also answer for the domain.',
      ),
    transfer_available: z.boolean().describe('Whether domains can be transferred here.'),
    renew_available: z.boolean().describe('Whether domains can be renewed on request.'),
    trade_available: z.boolean().describe('Whether a change of the registrant requires domains.trade.'),
    domicile_available: z.boolean().describe('Always false: a local address service is not offered here.'),
    is_private_whois_allowed: z.boolean().describe('Whether personal data can be hidden from WHOIS and RDAP.'),
    is_auth_code_available: z.boolean().describe('Whether domains.get-authcode returns the code.'),
    is_auth_code_requested: z.boolean().describe('Whether the registry sends the code to the registrant itself.'),
    is_auth_code_changeable: z.boolean().describe('Whether domains.reset-authcode creates a new code.'),
    is_transfer_auth_code_required: z.boolean().describe('Whether a transfer needs the auth code.'),
    transfer_tag: z
      .string()
      .describe(
        'The name to which the present registrar must push a domain that you transfer here; empty where transfers are requested with a code.',
      ),
    is_trade_auth_code_required: z.boolean().describe('Whether a trade needs the auth code.'),
    dnssec_allowed: z.boolean().describe('Whether the registry publishes DNSSEC keys.'),
    dnssec_keys_allowed: z.boolean().describe('Whether the registry accepts public keys (DNSKEY).'),
    dnssec_digests_allowed: z
      .boolean()
      .describe('Whether the registry accepts key digests (DS), which the platform computes.'),
    dnssec_max_records_amount: z.int().describe('Number of DNSSEC keys that a domain may have.'),
    dnssec_algorithms: z
      .array(z.int())
      .describe('Numbers of the DNSSEC algorithms that the registry accepts (IANA registry), such as 13.'),
    soft_quarantine_period: z.int().describe('Days after the expiration in which a renewal restores a domain.'),
    quarantine_period: z.int().describe('Days after the deletion in which a restore brings a domain back.'),
    supported_idn_scripts: z
      .array(
        z.object({
          value: z.string().describe('Code to send as idn_script, such as GER.'),
          description: z.string().describe('Name of the language or script.'),
        }),
      )
      .describe('IDN tables of the registry, for names with letters beyond ASCII.'),
    supported_application_mode: z
      .array(
        z.object({
          name: z.string().describe('Phase to send as application_mode, such as sunrise.'),
          title: z.string().describe('Name of the phase.'),
        }),
      )
      .optional()
      .describe('Launch phases of the extension; only with with_application_mode.'),
    description: z
      .object({
        text: z.string().describe('Description of the extension.'),
        url: z.string().describe('Page of the registry about the extension.'),
      })
      .optional()
      .describe('Description of the extension; only with with_description.'),
    restrictions: z
      .array(z.string())
      .optional()
      .describe('Who can register names and for what purpose; only with with_restrictions.'),
    usage_count: z
      .int()
      .optional()
      .describe('Number of domains of the account under the extension; only with with_usage_count.'),
    prices: extensionPrices
      .extend({
        min_period: z.int().describe('Smallest number of years that the prices are for.'),
        max_period: z.int().describe('Largest number of years that the prices are for.'),
      })
      .optional()
      .describe('Prices of operations; only with with_price.'),
    level_prices: levelPrices
      .optional()
      .describe('Price of a registration at each discount tier; only with with_level_prices.'),
  })
  .meta({ id: 'Tld', description: 'An extension that is sold, with its rules.' })

/** Optional parts of an extension. */
export const tldParts = {
  with_description: flag.prefault(false).describe('Also show the description; false by default.'),
  with_restrictions: flag.prefault(false).describe('Also show who can register names; false by default.'),
  with_usage_count: flag.prefault(false).describe('Also count the domains of the account; false by default.'),
  with_price: flag.prefault(false).describe('Also show prices; false by default.'),
  with_level_prices: flag.prefault(false).describe('Also show the prices of each discount tier; false by default.'),
}
