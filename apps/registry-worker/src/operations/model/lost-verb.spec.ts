import type { Seen, SeenDomain } from '../../dialects/model/seen'
import { judgeLostVerb } from './lost-verb'

const domain = { name: 'one.test', roid: 'R-1', statuses: ['ok'], graceStatuses: [], contacts: [], clID: 'us' }
const ours = domain as unknown as SeenDomain
const theirs: SeenDomain = { ...ours, clID: 'them' }
const sent = { clientId: 'us', sentAt: new Date(), code: null, pendingResult: null, absences: 0, pausesMs: [1] }
const yes = () => true
const no = () => false

it.each<[string, Seen, Parameters<typeof judgeLostVerb>[2], number | null, string]>([
  ['a domain as the command makes it', ours, { isDone: yes }, null, 'done'],
  ['another domain, after a lost answer', ours, { isDone: no }, null, 'send again'],
  ['another domain, after an answer', ours, { isDone: no }, 1000, 'unknown'],
  ['a domain of another registrar', theirs, { isDone: yes }, null, 'refused'],
  ['no domain', 'missing', { isDone: yes, takesOver: true }, 1000, 'refused'],
  ['a domain that is to be taken over', theirs, { isDone: yes, takesOver: true }, null, 'send again'],
  ['a domain that was taken over', ours, { isDone: yes, takesOver: true }, null, 'done'],
  ['a domain that was given away', theirs, { isDone: undefined, givesAway: true }, null, 'done'],
  ['a domain that is to be given away', ours, { isDone: undefined, givesAway: true }, null, 'send again'],
  ['a domain that shows nothing, after an answer', ours, { isDone: undefined }, 1001, 'done'],
  ['a domain that shows nothing, after a lost answer', ours, { isDone: undefined }, null, 'send again'],
  ['a domain of another registrar that shows nothing', theirs, { isDone: undefined, takesOver: true }, 1001, 'done'],
])('judges a command of one registry by %s', (_state, seen, verb, code, kind) => {
  expect(judgeLostVerb(seen, { ...sent, code }, verb).kind).toBe(kind)
})
