import { Box, Text } from 'ink'
import { useState } from 'react'
import { fit, plain } from '../../../text-width'
import { shownKey } from '../../keys/binding'
import { useKeys } from '../../keys/use-keys'
import { ACCENT } from '../../theme'
import { type MenuItem, useTools } from '../../tools'

interface MenuProps {
  readonly title: string
  readonly items: readonly MenuItem[]
  readonly isActive: boolean
}

export function Menu({ title, items, isActive }: MenuProps) {
  const { close, size } = useTools()
  const [at, move] = useState(0)
  const choose = (item: MenuItem | undefined): void => {
    if (item === undefined) return
    close()
    item.run()
  }
  const step = (by: number): void => move((now) => (now + by + items.length) % items.length)
  useKeys(({ name }) => {
    const named = items.find(({ key }) => key !== '' && key === name)
    if (named !== undefined) choose(named)
    else if (name === 'down' || name === 'j') step(1)
    else if (name === 'up' || name === 'k') step(-1)
    else if (name === 'enter') choose(items[at])
    else if (name === 'esc' || name === 'q') close()
  }, isActive)
  const page = Math.max(1, size.rows - 2)
  const first = Math.max(0, Math.min(at - Math.floor(page / 2), items.length - page))
  return (
    <Box flexDirection="column">
      <Text bold color={ACCENT} wrap="truncate">
        {plain(title)}
      </Text>
      <Text> </Text>
      {items.slice(first, first + page).map((item, index) => (
        <Text key={item.title} inverse={first + index === at} wrap="truncate">
          {first + index === at ? '> ' : '  '}
          {fit(item.key === '' ? '' : shownKey(item.key), 8)}
          {plain(item.title)}
        </Text>
      ))}
    </Box>
  )
}
