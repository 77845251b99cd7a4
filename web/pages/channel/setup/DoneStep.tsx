import { CheckCircleFillIcon, CommentDiscussionIcon, KeyIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { callsOf } from '../../../../server/domain/calls/model-calls'
import { channelTypeOf } from '../../../../server/domain/channels/routes'
import { useText } from '../../../app/language'
import { useSite } from '../../../app/site'
import { lateDialog } from '../../../components/late/Late'
import { CopyLine } from '../../../components/text/CopyLine'
import { TextLink } from '../../../components/text/TextLink'
import type { ChannelValues } from '../drawer/channel-values'

const TokenDrawer = lateDialog(async () => (await import('../../token/TokenDrawer')).TokenDrawer)

interface DoneStepProps {
  readonly values: ChannelValues
  /** Models that nobody can call yet. */
  readonly unpriced: readonly string[]
}

/** What there is now, and the way to the first answer. */
export function DoneStep({ values, unpriced }: DoneStepProps) {
  const { text } = useText()
  const { models, name } = values
  const [isMaking, make] = useState(false)
  const { server_address } = useSite()
  const callable = models.filter((model) => !unpriced.includes(model))
  const row = channelTypeOf(values)
  const talks = (model: string) => row !== undefined && callsOf(row, model)[0] === 'chat'
  const first = callable.find(talks)
  return (
    <div className="form">
      <p className="setup-passed" role="status">
        <CheckCircleFillIcon /> {text('setup.saved', { name })}
      </p>
      {row !== undefined && callable.some((model) => callsOf(row, model).length > 0) && (
        <p>{text('setup.saved_text', { count: callable.length })}</p>
      )}
      {unpriced.length > 0 && (
        <p className="not-priced">
          {text('setup.saved_unpriced', { models: unpriced.join(', ') })}
        </p>
      )}
      <CopyLine label={text('home.base_url')} value={`${server_address || location.origin}/v1`} />
      <p className="field-caption">{text('setup.key_text')}</p>
      {isMaking && <TokenDrawer token={undefined} onClose={() => make(false)} />}
      <div className="setup-buttons">
        <TextLink to="/channel">{text('setup.to_channels')}</TextLink>
        <Button leadingVisual={KeyIcon} onClick={() => make(true)}>
          {text('setup.make_key')}
        </Button>
        {first !== undefined && (
          <Button
            as={Link}
            href={`/playground?model=${encodeURIComponent(first)}`}
            variant="primary"
            leadingVisual={CommentDiscussionIcon}
          >
            {text('setup.chat', { model: first })}
          </Button>
        )}
      </div>
    </div>
  )
}
