import { z } from 'zod'
import { text } from '../primitives/scalars'
import { texts } from '../primitives/texts'

/** Data about a customer that some registries ask for, for all extensions. */
export const customerAdditionalData = z
  .object({
    ...texts({
      birth_address: 'Street and number of the place of birth.',
      birth_city: 'Town in which the person was born.',
      birth_country: 'ISO 3166-1 alpha-2 code of the country of birth, such as NL.',
      birth_date: 'Day of birth as `YYYY-MM-DD`.',
      birth_state: 'State or province in which the person was born.',
      birth_zipcode: 'Postal code of the place of birth.',
      company_registration_city: 'City of the chamber of commerce or court that registered the company.',
      company_registration_number: 'Number of the company in the trade register.',
      company_registration_subscription_date:
        'Day on which the company was entered in the trade register, as `YYYY-MM-DD`.',
      company_url: 'Address of the website of the company, such as https://www.example.com.',
      headquarters_address: 'Street and number of the head office.',
      headquarters_city: 'City of the head office.',
      headquarters_country: 'ISO 3166-1 alpha-2 code of the country of the head office.',
      headquarters_state: 'State or province of the head office.',
      headquarters_zipcode: 'Postal code of the head office.',
      passport_number: 'Number of a passport or identity card.',
      social_security_number: 'National identification number of the person.',
      trading_name: 'Trade name of the company, if it differs from the company name.',
    }),
    attached_files: z
      .array(
        z.object(
          texts({
            description: 'What the document shows.',
            doc_type: 'Kind of document, such as passport.',
            path: 'Path of the file at the client; the platform does not fetch it.',
          }),
        ),
      )
      .optional()
      .describe('Documents that a registry asks for; only their descriptions are stored.'),
  })
  .meta({
    id: 'CustomerAdditionalData',
    description: 'Data about a customer that some registries ask for, for all extensions.',
  })

/** Data about a customer that one extension asks for. */
export const extensionAdditionalData = z
  .object({
    name: text.describe('Extension that asks for the data, without a leading dot, such as us.'),
    data: z
      .object(
        texts({
          admin_type: '.jobs: whether the customer is an administrative contact: 1 or 0.',
          applicant_purpose:
            '.us: purpose of the domain: P1 (business), P2 (non-profit), P3 (personal) or P5 (government).',
          birth_date: 'Day of birth as `YYYY-MM-DD`.',
          community_id: '.xxx: membership number in the sponsored community.',
          company_name_cyrillic: '.ru: name of the company in Cyrillic letters.',
          company_name_latin: '.ru: name of the company in Latin letters.',
          company_registration_number: 'Number of the company in the trade register of the country.',
          contact_title: '.jobs: position of the person in the company.',
          country_of_citizenship:
            '.eu: country of which a person who lives outside the EU is a citizen; ISO 3166-1 alpha-2, Greece as EL.',
          customer_uin: 'Identification number that the registry gave the customer.',
          defensive: '.xxx: 1 for a defensive registration that must not resolve, else 0.',
          ens_auth_id: '.aero: membership identifier (ENS Auth-ID) of the owner.',
          ens_key: '.aero: password that belongs to the ENS Auth-ID.',
          first_name_cyrillic: '.ru: given name in Cyrillic letters.',
          first_name_latin: '.ru: given name in Latin letters.',
          hr_member: '.jobs: 1 for a member of a human resources association, else 0.',
          in_nexus_connection_to_india:
            ".in: how the owner is connected to India, by the registry's codes, such as ENTITY.",
          in_nexus_declaration_attestation: '.in: YES when the owner confirms the connection to India, else NO.',
          industry_class: ".jobs: number of the industry in the registry's list.",
          is_private_enterpreneur: '.ru: 1 for a sole trader, else 0.',
          last_name_cyrillic: '.ru: family name in Cyrillic letters.',
          last_name_latin: '.ru: family name in Latin letters.',
          legal_address_area: '.ru: district of the registered office.',
          legal_address_building: '.ru: building number of the registered office.',
          legal_address_city: '.ru: city of the registered office.',
          legal_address_country_code: '.ru: ISO 3166-1 alpha-2 code of the country of the registered office.',
          legal_address_cyrillic: '.ru: whole registered office in Cyrillic letters.',
          legal_address_house: '.ru: house number of the registered office.',
          legal_address_postal_code: '.ru: postal code of the registered office.',
          legal_address_region: '.ru: region of the registered office.',
          legal_address_street: '.ru: street of the registered office.',
          legal_type: "Legal form of the owner, by the registry's codes.",
          middle_name_cyrillic: '.ru: patronymic in Cyrillic letters.',
          middle_name_latin: '.ru: patronymic in Latin letters.',
          mobile_phone_number: '.ru: mobile number without the country calling code.',
          mobile_phone_number_country_code: '.ru: country calling code of the mobile number, such as +7.',
          music_nexus_connection_to_music: ".music: how the owner is connected to music, by the registry's codes.",
          music_nexus_registry_policies_attestation: '.music: whether the owner accepts the policies of the registry.',
          nexus_category: '.us: how the owner is connected to the United States: C11, C12, C21, C31 or C32.',
          org_type: '.fi: legal form of the owner, 0 (private person) to 7.',
          passport_expiry_date: '.ru: day on which the passport expires, as `YYYY-MM-DD`.',
          passport_issue_date: '.ru: day on which the passport was issued, as `YYYY-MM-DD`.',
          passport_issue_id: '.ru: code of the office that issued the passport.',
          passport_issuer: '.ru: office that issued the passport.',
          passport_number: 'Number of a passport or identity card.',
          passport_series: '.ru: series of the passport.',
          postal_address_area: '.ru: district of the postal address.',
          postal_address_building: '.ru: building number of the postal address.',
          postal_address_city: '.ru: city of the postal address.',
          postal_address_cyrillic: '.ru: whole postal address in Cyrillic letters.',
          postal_address_house: '.ru: house number of the postal address.',
          postal_address_region: '.ru: region of the postal address.',
          postal_address_street: '.ru: street of the postal address.',
          social_security_number: 'National identification number of the person.',
          sole_proprietorship: 'Whether the company belongs to one person: 1 or 0.',
          tax_payer_number: '.ru: taxpayer number (INN) of the owner.',
          uin: '.travel: unique identification number that the registry gave the owner.',
          user_type: "Kind of owner, by the registry's codes.",
          vat: 'VAT number with the country prefix, where the extension asks for it separately.',
          website: '.jobs: address of the website of the company.',
          whois_email: "E-mail address to publish instead of the customer's own.",
        }),
      )
      .describe('The data; customer-requirements.list shows what the extension needs.'),
  })
  .meta({ id: 'ExtensionAdditionalData', description: 'Data about a customer that one extension asks for.' })
