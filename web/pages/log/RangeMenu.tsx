import { CalendarIcon, TriangleDownIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { Drawer } from '../../components/Drawer'
import { Menu } from '../../components/Menu'
import { TimeField } from '../../components/TimeField'
import { type Text, useText } from '../../language'
import { type ChosenTimes, isRange, MOST_DAYS, movedTimes, RANGES, recentTimes } from './log-window'

interface RangeMenuProps {
  readonly range: string
  readonly times: ChosenTimes
  readonly onRange: (range: string) => void
  readonly onTimes: (times: ChosenTimes) => void
}

/** The time that the log is about: up to now, or between two moments. */
export function RangeMenu({ range, times, onRange, onTimes }: RangeMenuProps) {
  const { text } = useText()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Menu
        anchor={
          <Button
            leadingVisual={CalendarIcon}
            trailingAction={TriangleDownIcon}
            aria-label={text('log.range')}
          >
            {isRange(range) ? text(`log.range_${range}`) : shortly(times, text)}
          </Button>
        }
        chooses="single"
        sections={[
          RANGES.map((name) => ({
            label: text(`log.range_${name}`),
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
          times={times}
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
  if (end === '') return text('log.range_since', { from })
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  const to = isSameDay ? end.slice(11, 16) : end.replace('T', ' ').slice(0, 16)
  return `${from} – ${to}`
}

interface TimesDialogProps {
  readonly times: ChosenTimes
  readonly onClose: () => void
  readonly onTimes: (times: ChosenTimes) => void
}

function TimesDialog({ times, onClose, onTimes }: TimesDialogProps) {
  const { text } = useText()
  const recent = recentTimes()
  const [chosen, choose] = useState<ChosenTimes>({
    start: times.start || recent.start,
    end: times.end || recent.end,
  })
  const fields = [
    ['start', 'log.from'],
    ['end', 'log.to'],
  ] as const
  return (
    <Drawer
      kind="dialog"
      title={text('log.range_custom')}
      subtitle={text('log.window', { days: MOST_DAYS })}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        { content: text('log.range_apply'), buttonType: 'primary', onClick: () => onTimes(chosen) },
      ]}
    >
      <div className="form">
        {fields.map(([name, label]) => (
          <TimeField
            key={name}
            label={text(label)}
            value={chosen[name]}
            onChange={(value) => choose(movedTimes(chosen, { [name]: value }))}
          />
        ))}
      </div>
    </Drawer>
  )
}
