import type { Domain } from '../src/lifecycle/model/domain'
import { newDomain } from '../src/lifecycle/model/new-domain'
import type { LifecycleRules } from '../src/tlds/model/rules'

/** Midnight of a day, UTC. */
export const day = (date: string) => new Date(`${date}T00:00:00.000Z`)

/** The rules of a typical gTLD registry. */
export const generic: LifecycleRules = {
  renewalOffsetDays: 0,
  renewalOpensDays: 0,
  isRenewable: true,
  isTransferable: true,
  isTraded: false,
  periods: { max: 10 },
  grace: { addDays: 5, renewDays: 5, transferDays: 5, autoRenewDays: 45 },
  quarantine: { softDays: 30, hardDays: 30 },
  lookDays: 28,
  pendingDeleteDays: 5,
  deleteLeadDays: 0,
  transfer: {
    model: 'pending',
    waitDays: 5,
    periodYears: 1,
    lockDays: 60,
    isCancelable: true,
    isAuthorizedByRegistrant: false,
    approvedBy: 'registrar',
  },
}

/** A domain that was ordered at the beginning of 2027, with the changes of a test. */
export const exampleDomain = (over: Partial<Domain>): Domain => ({
  ...newDomain({
    resellerId: 1,
    name: 'example.com',
    label: 'example',
    extension: 'com',
    phase: 'active',
    type: 'NEW',
    periodYears: 1,
    autorenew: 'on',
    ownerHandle: 'AT100000-NL',
    adminHandle: 'AT100000-NL',
    techHandle: 'AT100000-NL',
    billingHandle: 'AT100000-NL',
    resellerHandle: '',
    nsGroup: '',
    nameServers: [{ name: 'ns1.example.net' }, { name: 'ns2.example.net' }],
    authCode: 'code',
    comments: '',
    orderedAt: day('2027-01-01'),
  }),
  id: 1000001,
  ...over,
})
