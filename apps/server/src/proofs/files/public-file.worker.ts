import { answerOrders } from "../../core/kit/worker.ts";
import { composeFile } from "./compose-file.ts";

// Composes a large file off the thread that answers requests.
answerOrders(composeFile);
