import { useState } from 'react'
import { useText } from '../language'
import { Drawer } from './Drawer'
import type { ChosenTimes, RangeMenuProps } from './RangeMenu'
import { TimeField } from './TimeField'

interface TimesDialogProps extends RangeMenuProps {
  readonly onClose: () => void
}

/** Between which two moments, to be applied together. */
export function TimesDialog(props: TimesDialogProps) {
  const { times, onClose, onTimes, suggested, hint } = props
  const { moved = (old, change) => ({ ...old, ...change }) } = props
  const { text } = useText()
  const first = suggested?.()
  const [chosen, choose] = useState<ChosenTimes>({
    start: times.start || first?.start || '',
    end: times.end || first?.end || '',
  })
  const fields = [
    ['start', 'log.from'],
    ['end', 'log.to'],
  ] as const
  return (
    <Drawer
      kind="dialog"
      title={text('log.range_custom')}
      {...(hint !== undefined && { subtitle: hint })}
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
            onChange={(value) => choose(moved(chosen, { [name]: value }))}
          />
        ))}
      </div>
    </Drawer>
  )
}
