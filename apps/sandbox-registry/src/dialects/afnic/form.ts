import { element, type Markup } from '../../xml/write'

export const FRNIC = 'http://www.afnic.fr/xml/epp/frnic-2.0'

/** An element of the registry with what is told below it: `resData`, in answers and messages. */
export function told(content: Markup): Markup {
  return element('frnic:ext', { 'xmlns:frnic': FRNIC }, [element('frnic:resData', {}, [content])])
}
