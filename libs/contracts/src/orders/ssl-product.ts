import { z } from 'zod'
import { priceGroup } from '../primitives/money'

/** What a certificate of one period costs. */
const productPrice = z
  .object({
    period: z.int().meta({ description: 'Years.' }),
    price: priceGroup,
    extra_domain_price: priceGroup.optional().meta({ description: 'For each name above the included ones.' }),
    extra_wildcard_domain_price: priceGroup.optional().meta({ description: 'For each wildcard name.' }),
  })
  .meta({ id: 'SslProductPrice' })

/** A kind of certificate that may be ordered. */
export const sslProduct = z
  .object({
    id: z.int(),
    name: z.string(),
    brand_name: z.string(),
    category: z.enum(['domain_validation', 'organization_validation', 'extended_validation', 'multi_domain']),
    sub_category: z.string(),
    validation_method: z.enum(['domain', 'organization', 'extended']),
    delivery_time: z.string(),
    encryption: z.string(),
    root: z.string(),
    order_module: z.string(),
    free_refund_period: z.string(),
    free_reissue_period: z.string(),
    max_period: z.int().meta({ description: 'Years.' }),
    number_of_domains: z.int(),
    included_domains_count: z.int().meta({ description: 'Names in the price; -1 for a wildcard.' }),
    max_domains: z.int(),
    is_extended_validation_supported: z.boolean(),
    is_idn_supported: z.boolean(),
    is_mobile_supported: z.boolean(),
    is_sgc_supported: z.boolean(),
    is_wildcard_supported: z.boolean(),
    is_wildcard_multidomain_supported: z.boolean(),
    bypass_san: z.boolean(),
    warranty: priceGroup,
    description: z.string().optional().meta({ description: 'Only with with_description.' }),
    prices: z.array(productPrice).optional().meta({ description: 'Only with with_price: what the account pays.' }),
    level_prices: z
      .array(z.object({ level: z.int(), name: z.string(), prices: z.array(productPrice) }))
      .optional()
      .meta({ description: 'Only with with_price: what each discount tier pays.' }),
    supported_software: z
      .array(z.object({ id: z.string(), title: z.string() }))
      .optional()
      .meta({ description: 'Only with with_supported_software: what software_id may be.' }),
  })
  .meta({ id: 'SslProduct' })
