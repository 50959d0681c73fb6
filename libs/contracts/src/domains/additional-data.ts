import { z } from 'zod'
import { authCode } from '../primitives/auth-code'
import { answer, texts } from '../primitives/texts'

/** Additional data of a domain that an extension asks for. */
export const domainAdditionalData = z
  .object({
    ...texts({
      abogado_acceptance: '.abogado: 1 when the owner accepts the conditions for lawyers.',
      accreditation_body: '.law, .abogado: body that admitted the lawyer.',
      accreditation_id: '.law, .abogado: number under which the lawyer is admitted.',
      accreditation_year: '.law, .abogado: year of the admission, such as 2015.',
      admin_sing_pass_id: '.sg: SingPass number of the administrative contact.',
      ae_acceptance: '.ae: 1 when the owner accepts the conditions of the registry.',
      allocation_token: 'Token that the registry issued for this name (RFC 8495).',
      bank_acceptance: '.bank: 1 when the owner accepts the conditions for banks.',
      company_registration_number: 'Number of the owner in the trade register.',
      consent_for_publishing: '1 when the owner agrees that personal data are published in WHOIS and RDAP.',
      coop_acceptance: '.coop: 1 when the owner confirms to be a cooperative.',
      customer_uin: 'Identification number that the registry gave the owner.',
      dk_acceptance: '.dk: 1 when the owner accepts the conditions of the registry.',
      eligibility_type: '.au: what makes the owner eligible, such as Company or RegisteredBusiness.',
      eligibility_type_relationship: '.au: how the name relates to the owner: 1 (match) or 2 (close connection).',
      es_annex_acceptance: '.es: 1 when the owner accepts the annex of the registry.',
      ftld_token: '.bank, .insurance: verification token of the registry.',
      gay_donation_acceptance: '.gay: 1 when the owner knows of the donation from the fee.',
      gay_rights_protection_acceptance: '.gay: 1 when the owner accepts the rules that protect LGBTQ people.',
      id_number: 'Number of the document that identifies the owner.',
      id_type: "Kind of the document that identifies the owner, by the registry's codes.",
      idn_script:
        'Code of the IDN table that the name is written in, such as GER; detected from the letters of the name if absent and only one table fits.',
      iisse_acceptance: '.se, .nu: 1 when the owner accepts the conditions of the registry.',
      insurance_acceptance: '.insurance: 1 when the owner accepts the conditions for insurers.',
      intended_use: 'Intended use of the domain in one sentence, if the registry asks for it.',
      jurisdiction_cc: '.law, .abogado: country in which the lawyer is admitted; ISO 3166-1 alpha-2.',
      jurisdiction_sp: '.law, .abogado: state or province in which the lawyer is admitted.',
      law_acceptance: '.law: 1 when the owner accepts the conditions for lawyers.',
      legal_type: ".ca: legal form of the owner, by the registry's codes, such as CCO.",
      maintainer: '.cat and others: who looks after the site; at most 128 characters.',
      membership_id: 'Membership number in the community that the extension is for.',
      mobile_phone_number_verification: 'Whether the mobile number was verified with the registry.',
      ngo_ong_eligibility_acceptance: '.ngo, .ong: 1 when the owner confirms to be a non-governmental organization.',
      ngo_ong_policy_acceptance: '.ngo, .ong: 1 when the owner accepts the policies of the registry.',
      nz_privacy_option: '.nz: 1 to hide the address and telephone number of a person, else 0.',
      passport_number: 'Number of a passport or identity card of the owner.',
      rurf_blocked_domains: '.ru, .рф: whether the name was blocked by the registry before.',
      self_service: 'Whether the owner may manage the domain at the registry directly.',
      trade_auth_key: 'Key of the registry that authorizes a change of the owner.',
      trademark: 'Name of the trademark that the owner relies on.',
      trademark_id: 'Registration number of the trademark.',
      travel_acceptance: '.travel: 1 when the owner confirms to work in the travel industry.',
      ua_license: '.ua: number of the trademark that gives the right to the name.',
      vat: 'VAT number of the owner, where the extension asks for it with the domain.',
      verification_code: 'Code that a verification office of the registry gave out.',
      vote_acceptance: '.vote: 1 when the owner accepts the conditions of the registry.',
      voto_acceptance: '.voto: 1 when the owner accepts the conditions of the registry.',
    }),
    auth_code: authCode(answer).optional().describe('Code that the registry asks for with the order.'),
    customer_uin_doc_type: z
      .object(
        texts({ description: 'What the document shows.', doc_type: "Kind of the document, by the registry's codes." }),
      )
      .optional()
      .describe('Document that belongs to customer_uin.'),
    domain_name_variants: z
      .array(z.string().max(255))
      .optional()
      .describe('.scot, .cat and others: variants of the name that are registered with it.'),
  })
  // The record of an extension may ask for fields of other names. All others are ignored.
  .loose()
  .meta({
    id: 'DomainAdditionalData',
    description:
      'Additional data that an extension asks for; domain-requirements.list shows its fields, which may have other names than the ones here.',
  })
