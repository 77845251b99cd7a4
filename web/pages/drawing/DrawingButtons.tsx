import { ImageIcon, PencilIcon, SearchIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import type { DrawingAction } from '../../../server/domain/jobs/drawing-actions'
import { DRAWING_STATUS } from '../../../server/domain/status'
import { useText } from '../../app/language'
import type { JobButton, ShownJob } from '../../components/job/shown-job'
import type { JobActs } from '../../components/job/use-job-acts'
import { lateDialog } from '../../components/late/Late'
import { dataUrlAt, draw } from './draw'

const FormDialog = lateDialog(async () => (await import('./FormDialog')).FormDialog)

interface DrawingButtonsProps {
  readonly job: ShownJob
  readonly acts: JobActs
}

/** What can be made of a drawing: its own buttons by what they do, and what its picture says. */
export function DrawingButtons({ job, acts }: DrawingButtonsProps) {
  const { text } = useText()
  const [isFilling, fill] = useState(false)
  const [picture] = job.media
  const press = (button: JobButton) => acts.submit(() => draw.press(job.id, button))
  return (
    <>
      {GROUPS.map((actions) => (
        <ButtonRow
          key={actions[0]}
          buttons={job.buttons.filter(({ action }) => action && actions.includes(action))}
          isBusy={acts.isBusy}
          onPress={(button) => void press(button)}
        />
      ))}
      {job.status === DRAWING_STATUS.modal && (
        <div className="job-buttons">
          <Button variant="primary" leadingVisual={PencilIcon} onClick={() => fill(true)}>
            {text('drawing.fill')}
          </Button>
        </div>
      )}
      {picture !== undefined && !job.isOpen && (
        <div className="job-buttons">
          <Button
            leadingVisual={SearchIcon}
            disabled={acts.isBusy}
            onClick={() =>
              void acts.submit(async () =>
                draw.submit('describe', { base64: await dataUrlAt(picture.url) }),
              )
            }
          >
            {text('job_action.DESCRIBE')}
          </Button>
        </div>
      )}
      {isFilling && <FormDialog job={job} acts={acts} onClose={() => fill(false)} />}
    </>
  )
}

/** In the order in which they stand, a line each. */
const GROUPS: readonly (readonly DrawingAction[])[] = [
  ['UPSCALE'],
  ['VARIATION', 'LOW_VARIATION', 'HIGH_VARIATION', 'INPAINT'],
  ['ZOOM', 'CUSTOM_ZOOM', 'PAN'],
  ['REROLL'],
  ['IMAGINE'],
]

interface ButtonRowProps {
  readonly buttons: readonly JobButton[]
  readonly isBusy: boolean
  readonly onPress: (button: JobButton) => void
}

function ButtonRow({ buttons, isBusy, onPress }: ButtonRowProps) {
  const { text } = useText()
  if (buttons.length === 0) return null
  return (
    <div className="job-buttons">
      {buttons.map((button) => {
        const { action, index, label, customId } = button
        const name = action === undefined ? label : text(`job_action.${action}`)
        return (
          <Button
            key={`${customId} ${label} ${index}`}
            size="small"
            leadingVisual={action === 'IMAGINE' ? ImageIcon : null}
            disabled={isBusy}
            aria-label={label === '' || label === name ? name : `${name}: ${label}`}
            onClick={() => onPress(button)}
          >
            {label === '' ? name : label}
          </Button>
        )
      })}
    </div>
  )
}
