/** Contact points, where operators get notices. */
import {
  BroadcastIcon,
  PaperAirplaneIcon,
  PencilIcon,
  PlusIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { Button, Label } from '@primer/react'
import { useState } from 'react'
import { isSiteNotice } from '../../../server/domain/notices/site-notices'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { LongText } from '../../components/job/LongText'
import { lateDialog } from '../../components/late/Late'
import { useConfirmation } from '../../components/overlay/Confirm'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { useAction } from '../../components/page/use-action'
import { WholeList } from '../../components/page/WholeList'
import { PlainTable } from '../../components/table/PlainTable'
import { RowButton } from '../../components/table/RowButton'
import type { ContactPointJson } from './contact-point-form'

const ContactPointDrawer = lateDialog(
  async () => (await import('./ContactPointDrawer')).ContactPointDrawer,
)

type Edited = { readonly point: ContactPointJson | undefined }

export default function ContactPointPage() {
  const { text } = useText()
  const read = useEndpoint('contact_point.list')
  const { reload } = read
  const [edited, edit] = useState<Edited | undefined>(undefined)
  return (
    <>
      <PageHeader
        title={text('nav.contact_point')}
        description={text('contact_point.description')}
        manual="notices"
      >
        <Button
          variant="primary"
          leadingVisual={PlusIcon}
          onClick={() => edit({ point: undefined })}
        >
          {text('contact_point.new')}
        </Button>
      </PageHeader>
      <WholeList
        read={read}
        blank={
          <Blank
            icon={BroadcastIcon}
            title={text('contact_point.none')}
            message={text('contact_point.none_hint')}
          />
        }
      >
        {(points) => (
          <ContactPoints points={points} onEdit={(point) => edit({ point })} onDone={reload} />
        )}
      </WholeList>
      {edited !== undefined && (
        <ContactPointDrawer
          point={edited.point}
          onChanged={() => void reload()}
          onClose={() => edit(undefined)}
        />
      )}
    </>
  )
}

interface ContactPointsProps {
  readonly points: readonly ContactPointJson[]
  readonly onEdit: (point: ContactPointJson) => void
  readonly onDone: () => Promise<unknown>
}

function ContactPoints({ points, onEdit, onDone }: ContactPointsProps) {
  const { text } = useText()
  const heads = [
    text('contact_point.target'),
    text('contact_point.wants'),
    text('contact_point.last'),
  ] as const
  return (
    <PlainTable titles={[text('contact_point.name'), ...heads]} hasActions>
      {points.map((point) => (
        <tr key={point.id}>
          <td>
            <strong>{point.name}</strong>{' '}
            {!point.enabled && <Label variant="secondary">{text('contact_point.off')}</Label>}
          </td>
          <td data-label={heads[0]} className="breaks">
            {text(`notices.way_${point.service}`)} <span className="muted">{point.target}</span>
          </td>
          <td data-label={heads[1]}>
            <Wanted point={point} />
          </td>
          <td data-label={heads[2]}>
            <LastResult point={point} />
          </td>
          <td>
            <Acts point={point} onEdit={onEdit} onDone={onDone} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

interface PointProps {
  readonly point: ContactPointJson
}

const TONES = { critical: 'danger', warning: 'attention', info: 'secondary' } as const

function Wanted({ point: { severities, types } }: PointProps) {
  const { text } = useText()
  const known = types.filter(isSiteNotice)
  const named = known.map((type) => text(`contact_point.type_${type}`)).join(', ')
  return (
    <>
      <span className="chips">
        {severities.map((severity) => (
          <Label key={severity} variant={TONES[severity]}>
            {text(`contact_point.severity_${severity}`)}
          </Label>
        ))}
      </span>
      <span className="muted">{named || text('contact_point.all_types')}</span>
    </>
  )
}

function LastResult({ point: { last_at, last_failure } }: PointProps) {
  const { text } = useText()
  const { time } = useFormat()
  if (last_at === 0) return <span className="muted">{text('contact_point.never')}</span>
  return (
    <>
      <Label variant={last_failure === '' ? 'success' : 'danger'}>
        {text(last_failure === '' ? 'contact_point.arrived' : 'contact_point.failed')}
      </Label>{' '}
      <span className="muted">{time(last_at)}</span>
      {last_failure !== '' && (
        <div className="breaks">
          <LongText title={text('contact_point.last')} content={last_failure} isFailure />
        </div>
      )}
    </>
  )
}

interface ActsProps extends PointProps, Pick<ContactPointsProps, 'onEdit' | 'onDone'> {}

function Acts({ point, onEdit, onDone }: ActsProps) {
  const { text } = useText()
  const toast = useToast()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const { id, name } = point
  const params = { id }
  const test = (): Promise<unknown> =>
    run(async () => {
      const { answer } = (await call('contact_point.test', { params }).finally(onDone)).data
      toast.success(text('contact_point.tested', { answer }))
    })
  const remove = async (): Promise<void> => {
    const title = text('contact_point.remove_title', { name })
    if (!(await confirm({ title, agree: text('ui.remove'), danger: true }))) return
    await run(
      () => call('contact_point.remove', { params }).finally(onDone),
      text('contact_point.removed'),
    )
  }
  return (
    <span className="cell-actions">
      <RowButton
        icon={PaperAirplaneIcon}
        title="contact_point.test"
        name={name}
        isDisabled={isBusy}
        onClick={() => void test()}
      />
      <RowButton
        icon={PencilIcon}
        title="ui.edit"
        name={name}
        isDisabled={isBusy}
        onClick={() => onEdit(point)}
      />
      <RowButton
        icon={TrashIcon}
        title="ui.remove"
        name={name}
        isDisabled={isBusy}
        onClick={() => void remove()}
      />
    </span>
  )
}
