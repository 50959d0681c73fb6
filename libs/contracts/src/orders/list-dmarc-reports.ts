import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { dmarcOrderNumber } from './order-fields'

/** Lists the DMARC reports of mail receivers that arrived for an order. */
export const listDmarcReports = operation({
  id: 'dmarc-orders.list-reports',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/easydmarcs/:id/reports',
  summary: 'List DMARC reports of an order',
  description:
    'Use to see which mail receivers have reported about the domain of an order, newest period first, and how many messages they saw and how many of them passed. Anybody can send a report to the address: no sender is verified.',
  params: z.object({ id: dmarcOrderNumber }),
  query: z.object(page()),
  result: results(
    z.object({
      id: z.int().describe('Number of the report.'),
      organisation: z.string().describe('Mail receiver that wrote the report, in its own words.'),
      email: z.string().describe('Address of the receiver for questions; empty when the report has none.'),
      report_id: z.string().describe('Name of the report at the receiver.'),
      domain: z.string().describe('Domain of the policy: that of the order, or one below it.'),
      begin_at: wireDate.describe('Begin of the period that the report is about, in UTC.'),
      end_at: wireDate.describe('End of the period that the report is about, in UTC.'),
      received_at: wireDate.describe('When the report arrived, in UTC.'),
      messages: z.int().describe('Messages that the receiver saw in the period.'),
      passed: z.int().describe('Messages of these that passed DMARC: DKIM or SPF passed with an aligned domain.'),
      policy: z
        .record(z.string(), z.string())
        .describe(
          'Policy that the receiver found, with the fields that the report has: p, sp, np, adkim, aspf, pct, fo, testing.',
        ),
    }),
  ),
  errors: ['dmarc_order_unknown'],
})
