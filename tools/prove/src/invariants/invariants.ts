import { cleanFailures } from './clean-failures'
import { dnsAnswers } from './dns-answers'
import { finalOrWaiting } from './final-or-waiting'
import type { Invariant } from './invariant'
import { ledgerAddsUp } from './ledger-adds-up'
import { noForeignData } from './no-foreign-data'
import { nothingLost } from './nothing-lost'
import { oneCertificate } from './one-certificate'
import { oneCharge } from './one-charge'
import { oneEffect } from './one-effect'
import { oneOrder } from './one-order'
import { processesRun } from './processes-run'
import { sameEverywhere } from './same-everywhere'
import { sessionLimit } from './session-limit'
import { timersOnTime } from './timers-on-time'

/** All rules, in the order in which they are printed. */
export const invariants: readonly Invariant[] = [
  oneOrder,
  oneEffect,
  oneCharge,
  oneCertificate,
  finalOrWaiting,
  ledgerAddsUp,
  sessionLimit,
  timersOnTime,
  sameEverywhere,
  dnsAnswers,
  nothingLost,
  noForeignData,
  cleanFailures,
  processesRun,
]
