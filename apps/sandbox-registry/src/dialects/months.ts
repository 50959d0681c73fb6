import { refuseValue } from '../xml/fields'
import { replaceChildren } from '../xml/replace'
import type { DialectCommand } from './dialect'

/** The command with its months in years, which the sandbox has. */
export function inYears(command: DialectCommand): DialectCommand {
  const payload = replaceChildren(command.request.payload, 'period', (field) => {
    const value = Number(field.text)
    if (field.attributes.unit !== 'm') {
      if (value <= 8) throw refuseValue(field, 2306, 'a period is in months')
      return field
    }
    if (value % 12 !== 0 || value < 12) throw refuseValue(field, 2306, 'a period is whole years, in months')
    return { ...field, text: String(value / 12), attributes: { unit: 'y' } }
  })
  return { ...command, request: { ...command.request, payload }, proceed: () => command.proceed({ payload }) }
}
