import { testDialect } from '../contracts/dialect'
import { anthropic, converse, gemini, openai, responses } from '../contracts/members'

for (const member of [openai, responses, anthropic, gemini, converse]) testDialect(member)
