import type { FieldKind } from './field'
import { PresentationError, type PresentationReader } from './presentation'
import { WireError, type WireReader, type WireWriter } from './wire'

/** A place on or above the earth, in the units of the wire (RFC 1876 section 2). */
export interface Location {
  /** Diameter of the place in centimeters; the two precisions are in centimeters too. */
  readonly size: number
  readonly horizontal: number
  readonly vertical: number
  /** Thousandths of a second of arc, north and east positive. */
  readonly latitude: number
  readonly longitude: number
  /** Centimeters above the reference spheroid of WGS 84. */
  readonly altitude: number
}

/** Wire values of the equator, the prime meridian and the spheroid. */
const ANGLE_ORIGIN = 2 ** 31
const ALTITUDE_ORIGIN = 10_000_000
/** RFC 1876 has twice the range; PowerDNS stores altitudes in signed 32 bits. */
const MAX_ALTITUDE = 2 ** 31 - 1 - ALTITUDE_ORIGIN
/** 40,000 kilometers. RFC 1876 allows 90,000; PowerDNS stores lengths as centimeters in 32 bits. */
const MAX_LENGTH = 4_000_000_000
/** Thousandths of a second of arc. */
const DEGREE = 3_600_000
const MINUTE = 60_000

/** Defaults of RFC 1876 section 3: 1 m, 10 km, 10 m. */
const defaults = { size: 100, horizontal: 1_000_000, vertical: 1_000 }

export const location: FieldKind<Location> = {
  parse(reader) {
    const latitude = parseAngle(reader, 'latitude', 90, 'NS')
    const longitude = parseAngle(reader, 'longitude', 180, 'EW')
    const altitude = parseCentimeters(reader, 'altitude', -ALTITUDE_ORIGIN, MAX_ALTITUDE)
    const length = (field: keyof typeof defaults): number =>
      reader.done ? defaults[field] : truncate(parseCentimeters(reader, field, 0, MAX_LENGTH))
    return {
      latitude,
      longitude,
      altitude,
      size: length('size'),
      horizontal: length('horizontal'),
      vertical: length('vertical'),
    }
  },
  print({ latitude, longitude, altitude, size, horizontal, vertical }) {
    const lengths = [altitude, size, horizontal, vertical].map((each) => `${(each / 100).toFixed(2)}m`)
    return `${printAngle(latitude, 'NS')} ${printAngle(longitude, 'EW')} ${lengths.join(' ')}`
  },
  write(writer, value) {
    writer.uint8(0)
    for (const length of [value.size, value.horizontal, value.vertical]) writeLength(writer, length)
    writer.uint32(ANGLE_ORIGIN + value.latitude).uint32(ANGLE_ORIGIN + value.longitude)
    writer.uint32(ALTITUDE_ORIGIN + value.altitude)
  },
  read(reader) {
    if (reader.uint8() !== 0) throw new WireError('the version of the location is not 0')
    const [size, horizontal, vertical] = [readLength(reader), readLength(reader), readLength(reader)]
    const [latitude, longitude] = [reader.uint32() - ANGLE_ORIGIN, reader.uint32() - ANGLE_ORIGIN]
    return { size, horizontal, vertical, latitude, longitude, altitude: reader.uint32() - ALTITUDE_ORIGIN }
  },
}

/** `degrees [minutes [seconds]] direction`; `directions` are the positive and the negative one. */
function parseAngle(reader: PresentationReader, field: string, maxDegrees: number, directions: string): number {
  const parts: string[] = []
  while (parts.length < 3 && /^\d/.test(reader.peek())) parts.push(reader.word(field))
  const direction = reader.word(field)
  const [degrees = '', minutes = '0', seconds = '0'] = parts
  const wellFormed = [degrees, minutes].every((part) => /^\d+$/.test(part)) && /^\d+(\.\d{0,3})?$/.test(seconds)
  if (!wellFormed || direction.length !== 1 || !directions.includes(direction)) {
    throw new PresentationError(
      `${field} is not of the form degrees [minutes [seconds]] ${[...directions].join(' or ')}`,
    )
  }
  const angle = Number(degrees) * DEGREE + Number(minutes) * MINUTE + Math.round(Number(seconds) * 1_000)
  if (Number(minutes) > 59 || Number(seconds) >= 60 || angle > maxDegrees * DEGREE) {
    throw new PresentationError(`${field} has more than ${maxDegrees} degrees, 59 minutes or 59.999 seconds`)
  }
  return direction === directions[0] ? angle : -angle
}

function parseCentimeters(reader: PresentationReader, field: string, min: number, max: number): number {
  const word = reader.word(field)
  const value = /^-?\d+(\.\d{0,2})?m?$/.test(word) ? Math.round(parseFloat(word) * 100) : NaN
  if (!(value >= min && value <= max)) {
    throw new PresentationError(`${field} ${word} is not a length from ${min / 100}m to ${max / 100}m`)
  }
  return value
}

function exponentOf(centimeters: number): number {
  let exponent = 0
  while (centimeters >= 10 ** (exponent + 1)) exponent++
  return exponent
}

/** Rounds a length to the precision of the wire form: its first digit. */
function truncate(centimeters: number): number {
  const unit = 10 ** exponentOf(centimeters)
  return Math.floor(centimeters / unit) * unit
}

function writeLength(writer: WireWriter, centimeters: number): void {
  const exponent = exponentOf(centimeters)
  writer.uint8(((centimeters / 10 ** exponent) << 4) | exponent)
}

function readLength(reader: WireReader): number {
  const octet = reader.uint8()
  if (octet >> 4 > 9 || (octet & 15) > 9) throw new WireError('a length is not one digit and up to nine zeros')
  return (octet >> 4) * 10 ** (octet & 15)
}

function printAngle(angle: number, directions: string): string {
  const size = Math.abs(angle)
  const seconds = ((size % MINUTE) / 1_000).toFixed(3)
  const direction = angle < 0 ? directions[1] : directions[0]
  return `${Math.floor(size / DEGREE)} ${Math.floor((size % DEGREE) / MINUTE)} ${seconds} ${direction}`
}
