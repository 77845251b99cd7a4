import { Box, Text } from 'ink'
import { useState } from 'react'
import { wrap } from '../../../text-width'
import { useKeys } from '../../keys/use-keys'
import { ACCENT } from '../../theme'
import { type MenuItem, useTools } from '../../tools'

interface TextPageProps {
  readonly title: string
  readonly lines: readonly string[]
  readonly actions: readonly MenuItem[]
  readonly isActive: boolean
}

/** Text of any length, scrolled by keys; any way out closes it. */
export function TextPage({ title, lines, actions, isActive }: TextPageProps) {
  const { size, open, close, copy } = useTools()
  const [from, scrollTo] = useState(0)
  const all = lines.flatMap((line) => wrap(line, size.columns - 2))
  const page = Math.max(1, size.rows - 2)
  const last = Math.max(0, all.length - page)
  const by = (lineCount: number): void =>
    scrollTo((now) => Math.max(0, Math.min(last, now + lineCount)))
  const steps: Readonly<Record<string, number>> = {
    down: 1,
    j: 1,
    up: -1,
    k: -1,
    pagedown: page,
    space: page,
    'ctrl+f': page,
    pageup: -page,
    'ctrl+b': -page,
    home: -all.length,
    g: -all.length,
    end: all.length,
    G: all.length,
  }
  useKeys(({ name }) => {
    const step = steps[name]
    if (step !== undefined) by(step)
    else if (name === 'ctrl+y') copy(lines.join('\n').trim())
    else if (['esc', 'q', 'enter', '?'].includes(name)) close()
    else if (['m', '.'].includes(name) && actions.length > 0) {
      close()
      open({ kind: 'menu', title, items: actions })
    } else {
      const action = actions.find(({ key }) => key !== '' && key === name)
      if (action === undefined) return
      close()
      action.run()
    }
  }, isActive)
  const shown = all.slice(from, from + page)
  return (
    <Box flexDirection="column">
      <Text bold color={ACCENT} wrap="truncate">
        {wrap(title, size.columns - 12)[0]}
        {all.length > page ? `  ${from + 1}-${from + shown.length}/${all.length}` : ''}
      </Text>
      <Text> </Text>
      {shown.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else, and may repeat.
        <Text key={from + index} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Box>
  )
}
