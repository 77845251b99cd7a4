import { parseFrames } from '../../framings/frames'
import type { ListPlace } from '../protocol'

/** What a stream is without `alt=sse`: one JSON list, of which pieces arrive as they are made. */
export function listOf(frames: string, { isFirst, isLast }: ListPlace): string {
  const members = parseFrames(frames).flatMap(({ data }) => (isObjectText(data) ? [data] : []))
  const begin = isFirst ? '[' : ',\r\n'
  const text = members.length === 0 ? '' : begin + members.join(',\r\n')
  if (!isLast) return text
  return `${isFirst && text === '' ? '[' : text}]`
}

/** Whatever else an upstream sends would spoil the list. Nothing is parsed for it. */
function isObjectText(data: string): boolean {
  return data.startsWith('{') && data.endsWith('}')
}
