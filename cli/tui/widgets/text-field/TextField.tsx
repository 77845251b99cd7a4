import { Text } from 'ink'
import { plain, widthOf } from '../../../text-width'
import { useTools } from '../../tools'
import type { TextFieldState } from './use-text-field-state'

interface TextFieldProps {
  readonly state: TextFieldState
  readonly width: number
  readonly isActive: boolean
  readonly isSecret?: boolean
}

/** One line, scrolled so that the caret is seen; line breaks show as a sign. */
export function TextField({ state, width, isActive, isSecret = false }: TextFieldProps) {
  const { env } = useTools()
  const cells = state.parts.map((part) => cellOf(part, isSecret))
  const { caret } = state
  // Without colours there is no inverse text either: the caret is drawn.
  const mark = isActive && env.NO_COLOR ? '|' : ''
  let from = caret
  let room = width - 1 - mark.length - widthOf(cells[caret] ?? ' ')
  while (from > 0 && widthOf(cells[from - 1] ?? '') <= room) {
    from -= 1
    room -= widthOf(cells[from] ?? '')
  }
  let to = caret + 1
  while (to < cells.length && widthOf(cells[to] ?? '') <= room) {
    room -= widthOf(cells[to] ?? '')
    to += 1
  }
  return (
    <Text wrap="truncate">
      {cells.slice(from, caret).join('')}
      {mark}
      <Text inverse={isActive}>{cells[caret] ?? ' '}</Text>
      {cells.slice(caret + 1, to).join('')}
    </Text>
  )
}

function cellOf(part: string, isSecret: boolean): string {
  if (isSecret) return '*'
  return part === '\n' || part === '\r\n' ? '⏎' : plain(part)
}
