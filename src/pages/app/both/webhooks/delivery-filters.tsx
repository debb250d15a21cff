import { choicesOf, FilterChoice, FilterMany, FilterStatus } from '../filters/filters.js';
import { DELIVERY_WORDS, OUTCOME_WORDS } from '../status-words.js';
import { EVENT_NAMES } from './event-names.js';

/** The filters of every list of deliveries: status, answer and event. */
export function DeliveryStateFilters() {
  return (
    <>
      <FilterStatus words={DELIVERY_WORDS} />
      <FilterMany name="outcome" label="Answer" any="Any answer" choices={choicesOf(OUTCOME_WORDS)} />
      <FilterChoice
        name="event"
        label="Event"
        any="Any event"
        choices={EVENT_NAMES.map((event) => [event, event])}
      />
    </>
  );
}
