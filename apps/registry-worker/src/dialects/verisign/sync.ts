import { z } from 'zod'
import { noData, objectCommand } from '@nameyard/epp/command'
import { label } from '@nameyard/epp/constraints'
import { DOMAIN } from '@nameyard/epp/namespaces'
import { elementsOf } from '@nameyard/epp/xml'
import { verb } from '../verb'
import { SYNC } from './namespaces'

const domain = elementsOf(DOMAIN)
const own = elementsOf(SYNC)

const two = (number: number) => String(number).padStart(2, '0')

/** Moves the end of a registration forward to a day of the year, within twelve months, so that domains end together. */
export const sync = verb({
  data: z.strictObject({ month: z.int().min(1).max(12), day: z.int().min(1).max(31) }),
  command: (name, { month, day }) => {
    const update = domain('update', [domain('name', label('name', name)), domain('chg')])
    const extension = [own('update', [own('expMonthDay', `--${two(month)}-${two(day)}`)])]
    return { ...objectCommand('domain', 'update', update, noData), name: 'domain:sync', extension }
  },
  isDone: ({ exDate }, { month, day }) => exDate?.getUTCMonth() === month - 1 && exDate.getUTCDate() === day,
})
