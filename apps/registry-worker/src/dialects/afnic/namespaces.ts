export const FRNIC = 'http://www.afnic.fr/xml/epp/frnic-2.0'
