import { CheckCircleFillIcon, CommentDiscussionIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { Link } from 'wouter'
import { callsOf } from '../../../../server/domain/calls/model-calls'
import { channelTypeOf } from '../../../../server/domain/channels/routes'
import { useText } from '../../../app/language'
import { TextLink } from '../../../components/text/TextLink'
import type { ChannelValues } from '../drawer/channel-values'
import { useSetupPrices } from './use-setup-prices'

/** What there is now, and the way to the first answer. */
export function DoneStep({ values }: { readonly values: ChannelValues }) {
  const { text } = useText()
  const { models, name } = values
  const { unpriced = [] } = useSetupPrices(models)
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
      <div className="setup-buttons">
        <TextLink to="/channel">{text('setup.to_channels')}</TextLink>
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
