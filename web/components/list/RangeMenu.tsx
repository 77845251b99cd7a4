import { CalendarIcon, TriangleDownIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { type Text, useText } from '../../app/language'
import { lateDialog } from '../late/Late'
import { Menu } from '../overlay/Menu'
import type { ChosenTimes, TimesChoice } from './TimesDialog'

interface RangeMenuProps extends TimesChoice {
  /** Those that have a name. */
  readonly ranges: readonly { readonly name: string; readonly title: string }[]
  /** "" where times were chosen one by one. */
  readonly range: string
  readonly onRange: (range: string) => void
}

const TimesDialog = lateDialog(async () => (await import('./TimesDialog')).TimesDialog)

/** The time that a list is about: up to now, or between two moments. */
export function RangeMenu(props: RangeMenuProps) {
  const { ranges, range, times, onRange, onTimes } = props
  const { text } = useText()
  const [isAsking, ask] = useState(false)
  const named = ranges.find(({ name }) => name === range)
  return (
    <>
      <Menu
        anchor={
          <Button
            leadingVisual={CalendarIcon}
            trailingAction={TriangleDownIcon}
            aria-label={text('log.range')}
          >
            {named?.title ?? shortly(times, text)}
          </Button>
        }
        chooses="single"
        sections={[
          ranges.map(({ name, title }) => ({
            label: title,
            isChosen: name === range,
            onSelect: () => onRange(name),
          })),
          [
            {
              label: text('log.range_custom'),
              isChosen: range === '',
              onSelect: () => ask(true),
            },
          ],
        ]}
      />
      {isAsking && (
        <TimesDialog
          {...props}
          onClose={() => ask(false)}
          onTimes={(chosen) => {
            ask(false)
            onTimes(chosen)
          }}
        />
      )}
    </>
  )
}

/** `2026-01-02 15:04 – 16:30`. */
function shortly({ start, end }: ChosenTimes, text: Text): string {
  const from = start.replace('T', ' ').slice(0, 16)
  const isSameDay = start !== '' && start.slice(0, 10) === end.slice(0, 10)
  const to = isSameDay ? end.slice(11, 16) : end.replace('T', ' ').slice(0, 16)
  if (end === '') return text('log.range_since', { from })
  return start === '' ? `– ${to}` : `${from} – ${to}`
}
