import { parseFrames } from '../../stream/frames'
import type { ListPlace } from '../protocol'

/** What a stream is without `alt=sse`: one JSON list, of which pieces arrive as they are made. */
export function listOf(frames: string, { isFirst, isLast }: ListPlace): string {
  const members = parseFrames(frames).flatMap(({ data }) => (data === '' ? [] : [data]))
  const begin = isFirst ? '[' : ',\r\n'
  const text = members.length === 0 ? '' : begin + members.join(',\r\n')
  if (!isLast) return text
  return `${isFirst && text === '' ? '[' : text}]`
}
