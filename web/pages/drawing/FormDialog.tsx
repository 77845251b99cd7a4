import { Textarea } from '@primer/react'
import { useRef, useState } from 'react'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import type { ShownJob } from '../../components/job/shown-job'
import type { JobActs } from '../../components/job/use-job-acts'
import { Drawer } from '../../components/overlay/Drawer'
import { draw } from './draw'
import { MaskCanvas } from './MaskCanvas'

interface FormDialogProps {
  readonly job: ShownJob
  readonly acts: JobActs
  readonly onClose: () => void
}

/** What a drawing waits for: words, and for a redrawn region where it is. */
export function FormDialog({ job, acts, onClose }: FormDialogProps) {
  const { text } = useText()
  const [prompt, type] = useState(
    () => job.parameters.find(([name]) => name === 'finalPrompt')?.[1] ?? job.prompt,
  )
  const mask = useRef<HTMLCanvasElement>(null)
  const [picture] = job.media
  const hasMask = job.action === 'INPAINT' && picture !== undefined
  const send = async (): Promise<void> => {
    const maskBase64 = hasMask ? mask.current?.toDataURL('image/png') : undefined
    const body = { taskId: job.id, prompt, ...(maskBase64 !== undefined && { maskBase64 }) }
    if (await acts.submit(() => draw.submit('modal', body))) onClose()
  }
  return (
    <Drawer
      kind="dialog"
      title={text('drawing.fill')}
      subtitle={text(`job_action.${job.action === 'INPAINT' ? 'INPAINT' : 'CUSTOM_ZOOM'}`)}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: text('create.send'),
          buttonType: 'primary',
          disabled: acts.isBusy,
          onClick: () => void send(),
        },
      ]}
    >
      <div className="form">
        <Field label={text('field.drawing.prompt')}>
          <Textarea
            block
            rows={3}
            resize="vertical"
            value={prompt}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
        {hasMask && <MaskCanvas ref={mask} url={picture.url} label={text('drawing.mask')} />}
      </div>
    </Drawer>
  )
}
