import { fold } from './fold'

describe('a folded text', () => {
  it.each([
    ['ÉLODIE', 'élodie'],
    ['E\u0301lodie', 'Élodie'],
    ['Иван', 'ИВАН'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ 1', 'οδοσ 1'],
    ['STRAẞE', 'Straße'],
  ])('is the same for %s and %s', (one, other) => expect(fold(one)).toBe(fold(other)))

  it('keeps its accents', () => expect(fold('é')).not.toBe(fold('e')))
})
