/** The same contract for the vendors that have a format of their own. */
import { testDialect } from '../contracts/dialect'
import { cohere, dify, ernie, hunyuan, ollama } from '../contracts/vendor-members'

for (const member of [cohere, hunyuan, ollama, ernie, dify]) testDialect(member)
