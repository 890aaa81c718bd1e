import { answerOrders } from "../../core/kit/worker.ts";
import { composeEventFile } from "./compose-event-file.ts";

// A large event's file, off the thread that answers requests.
answerOrders(composeEventFile);
