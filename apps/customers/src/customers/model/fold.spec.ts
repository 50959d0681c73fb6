import { fold } from './fold'

describe('a text without case', () => {
  it.each([
    ['ÉLODIE', 'élodie'],
    ['E\u0301lodie', 'Élodie'],
    ['Иван', 'ИВАН'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ 1', 'οδοσ 1'],
    ['STRAẞE', 'Straße'],
  ])('%s and %s are one', (one, other) => expect(fold(one)).toBe(fold(other)))

  it('keeps its accents', () => expect(fold('é')).not.toBe(fold('e')))
})
