import { z } from 'zod'
import { priceGroup } from '../primitives/money'

/** Prices of a certificate for one period. */
const productPrice = z
  .object({
    period: z.int().describe('Number of years.'),
    price: priceGroup.describe('Price of the certificate for the period.'),
    extra_domain_price: priceGroup.optional().describe('Price of each name beyond the included ones.'),
    extra_wildcard_domain_price: priceGroup.optional().describe('Price of each wildcard name.'),
  })
  .meta({ id: 'SslProductPrice', description: 'Prices of a certificate for one period.' })

/** A certificate product. */
export const sslProduct = z
  .object({
    id: z.int().describe('Number of the product; use it as product_id in orders.'),
    name: z.string().describe('Name of the product.'),
    brand_name: z.string().describe('Name of the certificate authority.'),
    category: z
      .enum(['domain_validation', 'organization_validation', 'extended_validation', 'multi_domain'])
      .describe('Kind of the product: by what is verified, or for several names.'),
    sub_category: z.string().describe('What is verified: domain_validation.'),
    validation_method: z
      .enum(['domain', 'organization', 'extended'])
      .describe('What is verified: control of the domain, the organization, or extended.'),
    delivery_time: z.string().describe('Delivery time as text.'),
    encryption: z.string().describe('Strength of the encryption as text.'),
    root: z.string().describe('Name of the root authority.'),
    order_module: z.string().describe('Name of the system that fulfils orders.'),
    free_refund_period: z.string().describe('Period in which a cancelled order is refunded, such as 30d.'),
    free_reissue_period: z.string().describe('How long reissues are free, such as lifetime.'),
    max_period: z.int().describe('Largest number of years that can be ordered.'),
    number_of_domains: z.int().describe('Number of names that are included in the price.'),
    included_domains_count: z.int().describe('Number of names that are included in the price; -1 for a wildcard.'),
    max_domains: z.int().describe('Largest number of names of a certificate.'),
    is_extended_validation_supported: z
      .boolean()
      .describe('Whether the certificate shows a verified organization (EV).'),
    is_idn_supported: z.boolean().describe('Whether names with letters beyond ASCII are allowed.'),
    is_mobile_supported: z.boolean().describe('Whether mobile browsers trust the certificate.'),
    is_sgc_supported: z.boolean().describe('Whether old browsers get strong encryption (SGC); always false.'),
    is_wildcard_supported: z.boolean().describe('Whether wildcard names such as *.example.com are allowed.'),
    is_wildcard_multidomain_supported: z.boolean().describe('Whether wildcard names are allowed beside others.'),
    bypass_san: z.boolean().describe('Whether the names of the CSR are ignored; always false.'),
    warranty: priceGroup.describe('Amount for which the certificate authority is liable; 0 here.'),
    description: z.string().optional().describe('Description of the product; only with with_description.'),
    prices: z.array(productPrice).optional().describe('Prices for the account; only with with_price.'),
    level_prices: z
      .array(
        z.object({
          level: z.int().describe('Number of the discount tier.'),
          name: z.string().describe('Name of the discount tier.'),
          prices: z.array(productPrice).describe('Prices at this tier.'),
        }),
      )
      .optional()
      .describe('Prices at each discount tier; only with with_price.'),
    supported_software: z
      .array(
        z.object({
          id: z.string().describe('Value to send as software_id.'),
          title: z.string().describe('Name of the software.'),
        }),
      )
      .optional()
      .describe('Values for software_id; only with with_supported_software.'),
  })
  .meta({ id: 'SslProduct', description: 'A kind of certificate that can be ordered.' })
